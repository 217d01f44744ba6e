import { type Answer, type Grade, noAnswer } from './answer.ts';
import { answerKinds, type Question } from './asked.ts';
import { gradeBlame, gradeChoice } from './choice.ts';
import { gradeCut } from './cut.ts';
import { gradeEdit } from './edits.ts';
import { gradeOrder } from './order.ts';
import { gradePoint } from './point.ts';
import { gradePrediction } from './predict.ts';

/**
 * Grades an answer by asking the engines: any answer that they prove right is right. The same answer always gets the same grade.
 * Never rejects because of its input; it does where the code of an engine cannot be fetched.
 */
export async function gradeAnswer({ ask, case: given }: Question, answer: Answer): Promise<Grade> {
  switch (answer.kind) {
    case 'words':
      if (ask.kind === 'predict') return gradePrediction(ask.what, given, answer.text);
      break;
    case 'span':
      if (ask.kind === 'point') return gradePoint(ask.target, given, answer.span);
      break;
    case 'case':
      if (ask.kind === 'fix' || ask.kind === 'break' || ask.kind === 'write') return gradeEdit(ask, given, answer.case);
      break;
    case 'place':
      if (ask.kind === 'cut') return gradeCut(ask, given, answer.at);
      break;
    case 'option':
      if (ask.kind === 'choose') return gradeChoice(ask, given, answer.id);
      if (ask.kind === 'tell') return gradeBlame(ask, given, answer.id);
      break;
    case 'order':
      if (ask.kind === 'order') return gradeOrder(ask, given, answer.order);
      break;
  }
  return noAnswer(`This question takes another kind of answer: ${answerKinds[ask.kind]}.`);
}
