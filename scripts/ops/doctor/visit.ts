import { Refusal } from '../command.ts'

/** As long as CloudFront waits for a page before it shows the plain application, and its way there. */
const longest = 15_000

/** @throws Refusal when nobody answers, or with another status than 200. */
export const visitSite = async (url: string): Promise<string> => {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(longest) })
    if (answer.status !== 200) throw new Refusal(`${url} answers ${answer.status}`)
    return await answer.text()
  } catch (error) {
    throw error instanceof Refusal ? error : new Refusal(`${url} does not answer`)
  }
}
