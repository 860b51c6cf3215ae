import * as z from 'zod'

/** What differs between installations: a file next to `index.html`, so that one build runs everywhere. */
const Configuration = z.object({
  region: z.string(),
  userPoolId: z.string(),
  userPoolClientId: z.string(),
  /** Only where the pool is not Amazon's own. */
  userPoolEndpoint: z.string().optional(),
  oauthDomain: z.string(),
  /** Only where the secure remote password flow is not supported. */
  passwordFlow: z.literal('USER_PASSWORD_AUTH').optional(),
  stage: z.string(),
})
export type Configuration = z.infer<typeof Configuration>

let read: Promise<Configuration> | undefined

export const configuration = (): Promise<Configuration> => {
  read ??= fetch('/config.json')
    .then(async (response) => Configuration.parse(await response.json()))
    .catch((thrown: unknown) => {
      read = undefined
      throw thrown
    })
  return read
}
