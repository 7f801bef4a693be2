from typing import Literal, TypeAlias

ResultGradeType1: TypeAlias = Literal["bronze", "gold", "silver"] | str


def check_result_grade_type_1(value: str) -> ResultGradeType1:
    return value
