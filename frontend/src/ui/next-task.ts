/** A message's task: browsers hold timers of a hidden tab back for a second, later for a minute, but no messages. */
const afterMessage = (resolve: () => void) => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    port1.close()
    resolve()
  }
  port2.postMessage(undefined)
}

/** Resolves in a task of its own: touches and scrolling are answered before it. */
export const nextTask = (): Promise<void> =>
  new Promise((resolve) => {
    if (document.hidden) afterMessage(resolve)
    else setTimeout(resolve)
  })
