/** The installation that a command works on. */
export type Target = {
  /** For people: "prod", "http://localhost:4000". */
  readonly name: string
  readonly isLocal: boolean
  /**
   * Sets this process' environment to that of a deployed function, so that its code runs here as it does there. In the
   * cloud the credentials remain the operator's.
   * @param entry The function's file.
   */
  actAs(entry: string): Promise<void>
  /** What a stack of this installation tells people. @throws when there is no such output. */
  output(stack: string, name: string): Promise<string>
  /** Makes the CDN forget what it holds under these paths, where `*` may end one, and these tags behind `#`. */
  callBack(items: readonly string[]): Promise<void>
  /** Every queue of messages that were set aside, also the empty ones. */
  deadLetters(): Promise<readonly DeadLetterQueue[]>
  /** Sends everything in one of them back to where it came from. */
  redrive(queue: DeadLetterQueue): Promise<void>
}
type DeadLetterQueue = { readonly name: string; readonly waiting: number }
