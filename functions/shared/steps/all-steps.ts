export type StepToDo = () => Promise<unknown>

/** Takes every step in turn, also those after one that failed. @throws what failed first, once all were taken. */
export const takeAllSteps = async (steps: readonly StepToDo[]): Promise<void> => {
  const failures: unknown[] = []
  for (const step of steps) {
    try {
      await step()
    } catch (error) {
      failures.push(error)
    }
  }
  if (failures.length > 0) throw failures[0]
}
