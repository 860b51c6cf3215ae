// The package brings no types of its own. These are of what is used here (docs/README.md of node-oidc-provider 9).
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  type Grant = { addOIDCScope(scope: string): void; save(): Promise<string> }
  type Context = {
    body: unknown
    type: string
    oidc: {
      provider: { Grant: new (of: { accountId: string; clientId: string }) => Grant }
      client: { clientId: string }
      session: { accountId: string }
    }
  }
  type Account = { accountId: string; claims(): Promise<{ sub: string }> }
  type AdapterFactory = (model: string) => object

  export type Configuration = {
    adapter: AdapterFactory
    clients: readonly object[]
    jwks: { keys: readonly object[] }
    cookies: { keys: readonly string[]; names: Record<string, string> }
    claims: Record<string, readonly string[]>
    conformIdTokenClaims: boolean
    features: Record<string, { enabled: boolean }>
    findAccount(context: Context, sub: string): Promise<Account | undefined>
    interactions: { url(context: Context, interaction: { uid: string }): string }
    loadExistingGrant(context: Context): Promise<Grant>
    pkce: { required(): boolean }
    renderError(context: Context, out: { error: string; error_description?: string }): Promise<void>
    scopes: readonly string[]
    ttl: Record<string, number>
  }

  export class Provider {
    constructor(issuer: string, configuration: Configuration)
    callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>
    interactionDetails(request: IncomingMessage, response: ServerResponse): Promise<{ params: Record<string, unknown> }>
    interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>
  }
}

declare module 'oidc-provider/lib/adapters/memory_adapter.js' {
  export function createMemoryAdapter(clockToleranceSeconds?: number): (model: string) => object
}
