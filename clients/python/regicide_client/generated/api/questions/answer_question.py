from urllib.parse import quote

from ....calls import Call, call, nothing
from ...models.answer_request import AnswerRequest


def answer_question(
    question_id: str,
    *,
    body: AnswerRequest,
) -> Call[None]:
    """Answer a question."""
    return call(
        "put",
        f"/v1/agents/me/questions/{quote(str(question_id), safe='')}",
        nothing,
        body=body.to_dict(),
    )
