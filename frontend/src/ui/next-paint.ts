/** Resolves in a task of its own once what has changed so far is shown: in the next frame, or soon where none is drawn. */
export const nextPaint = (): Promise<void> =>
  new Promise((resolve) => {
    const late = setTimeout(resolve, 100)
    requestAnimationFrame(() => {
      clearTimeout(late)
      setTimeout(resolve)
    })
  })
