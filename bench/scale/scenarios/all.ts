import type { Scenario } from '../result.ts'
import type { RowId } from '../rows.ts'
import { answerScenarios } from './answers.ts'
import { findingScenarios } from './finding.ts'
import { keepingScenarios } from './keeping.ts'
import { peopleScenarios } from './people.ts'
import { salesScenarios } from './sales.ts'
import { visitScenarios } from './visits.ts'
import { workScenarios } from './work.ts'

/** What tries each row; a row without one does not compile. */
export const scenarios: Readonly<Record<RowId, Scenario>> = {
  ...peopleScenarios,
  ...visitScenarios,
  ...salesScenarios,
  ...workScenarios,
  ...findingScenarios,
  ...keepingScenarios,
  ...answerScenarios,
}
