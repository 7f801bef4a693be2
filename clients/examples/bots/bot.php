<?php
// A bot in PHP: plays the highest sum of values, and discards the lowest.
//
//     regicide-arena check "exec:php bot.php"

const VALUES = ['A' => 1, 'J' => 10, 'Q' => 15, 'K' => 20];

/** The sum of the values of the cards; negative for a discard, which begins with a minus sign. */
function worth(string $action): int
{
    preg_match_all('/(10|[2-9AJQK])[CDHS]/', $action, $cards);
    $sum = array_sum(array_map(fn ($rank) => VALUES[$rank] ?? (int) $rank, $cards[1]));
    return str_starts_with($action, '-') ? -$sum : $sum;
}

function choose(array $actions): string
{
    return array_reduce($actions, fn ($best, $each) => worth($each) > worth($best) ? $each : $best, $actions[0]);
}

while (($line = fgets(STDIN)) !== false) {
    $question = json_decode($line, true);
    $answer = match ($question['type']) {
        'hello' => ['type' => 'greeting', 'version' => 1, 'name' => 'sums', 'deterministic' => true],
        'new_game' => ['type' => 'ready'],
        'choose' => ['type' => 'chosen', 'action' => choose($question['view']['legal_actions'])],
        'stop' => exit,
        default => null,
    };
    if ($answer) {
        fwrite(STDOUT, json_encode($answer) . "\n");
    }
}
