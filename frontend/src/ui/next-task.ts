/** Resolves in a task of its own: touches and scrolling are answered before it. */
export const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
