from typing import Literal, TypeAlias

ResultGradeType3Type1: TypeAlias = Literal["bronze", "gold", "silver"] | str


def check_result_grade_type_3_type_1(value: str) -> ResultGradeType3Type1:
    return value
