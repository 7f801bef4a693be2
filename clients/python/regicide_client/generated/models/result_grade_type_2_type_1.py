from typing import Literal, TypeAlias

ResultGradeType2Type1: TypeAlias = Literal["bronze", "gold", "silver"] | str


def check_result_grade_type_2_type_1(value: str) -> ResultGradeType2Type1:
    return value
