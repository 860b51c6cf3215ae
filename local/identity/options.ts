export type Clock = () => Date

export type TriggerName = 'PreSignUp' | 'PostConfirmation' | 'PostAuthentication' | 'CustomMessage'

export type Mail = { to: string; subject: string; text: string; html?: string }

export type PoolOptions = {
  /** Shaped like Cognito's, `region_Name`; clients read the region and the name from it. */
  id: string
  clientId: string
  /** Where the hosted pages may send people after sign-in. Their origins are also the only ones allowed by CORS. */
  callbackUrls: readonly string[]
  logoutUrls: readonly string[]
  passwordMinLength: number
  /** HTML with `{####}` where the code belongs; default: Cognito's own words. */
  codeMail?: { readonly subject: string; readonly message: string } | undefined
}

export type IdentityOptions = {
  /** A folder of this server's own. What it holds survives a restart. */
  stateDir: string
  /** 0 takes any free port. Fixed ports keep earlier tokens valid, for the issuer holds the port. */
  ports: { cognito: number; hostedUi: number; google: number }
  /**
   * Stamps tokens and locks. Browsers compare a token's times with their own clock: pass the real time unless
   * signing everybody out is what a moved clock should do.
   */
  clock: Clock
  /** The clock by which mailed codes expire; default `clock`. */
  codeClock?: Clock
  pool: PoolOptions
  sendMail: (mail: Mail) => Promise<void>
  /**
   * Runs the pool's trigger with Cognito's event and resolves to the event it returns; undefined where there is none.
   * A rejection refuses the operation with the error's message, as Cognito does.
   */
  trigger: (name: TriggerName, event: unknown) => Promise<unknown>
}

export type IdentityServer = {
  /** Cognito's JSON API, for the SDK's `endpoint` and Amplify's `userPoolEndpoint`. */
  endpoint: string
  issuer: string
  jwksUri: string
  poolId: string
  clientId: string
  /** Host and port; Amplify puts `https://` before it. */
  hostedUiDomain: string
  /** The OpenID issuer that stands in for Google. */
  googleUrl: string
  close(): Promise<void>
}
