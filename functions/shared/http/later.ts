/**
 * Operations whose code is read with the first request for one of them, so that the starts of all others parse none of it
 * (`bench/cold`).
 * @param load Imports their file and makes them, once.
 */
export const later = <Made>(load: () => Promise<Made>) => {
  let made: Promise<Made> | undefined
  return <Request, Answer>(pick: (made: Made) => (request: Request) => Promise<Answer>) =>
    async (request: Request): Promise<Answer> => {
      made ??= load()
      return pick(await made)(request)
    }
}
