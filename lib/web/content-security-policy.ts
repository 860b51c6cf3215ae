/** What the pages may reach beside their own origin. Checkout and Google are reached by redirect, which needs no leave. */
export type Reach = {
  /** Cognito's API and its token endpoint. */
  readonly identity: readonly string[]
  /** Where browsers put uploads. */
  readonly uploads: string
}

/** The one content security policy: no inline script, nothing from elsewhere. Used by CloudFront and the local gateway. */
export const contentSecurityPolicy = ({ identity, uploads }: Reach): string =>
  [
    `default-src 'none'`,
    `script-src 'self'`,
    // Emotion, which Chakra UI draws with, writes its rules into style elements.
    `style-src 'self' 'unsafe-inline'`,
    // blob: the previews of files that are chosen for upload; data: placeholders drawn from thumbhashes.
    `img-src 'self' blob: data:`,
    `font-src 'self'`,
    `manifest-src 'self'`,
    `worker-src 'self'`,
    `connect-src 'self' ${[...identity, uploads].join(' ')}`,
    `form-action 'self'`,
    `frame-ancestors 'none'`,
    `base-uri 'none'`,
    `object-src 'none'`,
  ].join('; ')
