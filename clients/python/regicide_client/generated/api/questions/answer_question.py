from urllib.parse import quote

from ....calls import Call, call, nothing
from ...models.answer import Answer


def answer_question(
    question_id: str,
    *,
    body: Answer,
) -> Call[None]:
    """Answer a question."""
    return call(
        "put",
        f"/v1/agents/me/questions/{quote(str(question_id), safe='')}",
        nothing,
        body=body.to_dict(),
    )
