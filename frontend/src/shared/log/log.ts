type Fields = Readonly<Record<string, string | number | boolean | undefined>>

/**
 * Notes something that a person need not see. Names and codes only: never what was typed, a token or an address.
 * @param event What happened, in snake case ("cart_restore_failed").
 */
export const logWarning = (event: string, fields: Fields = {}) => {
  // biome-ignore lint/suspicious/noConsole: the one place in the browser that writes to the console.
  console.warn(event, fields)
}

/** The name of what was thrown, fit for a log line. */
export const errorName = (thrown: unknown): string => (thrown instanceof Error ? thrown.name : typeof thrown)
