/** Why the system cannot start, as the one sentence that the person at the terminal reads. */
export class StartFailure extends Error {
  override name = 'StartFailure'
}
