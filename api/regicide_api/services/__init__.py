"""Operations on stored games and agents."""
