/** What a secret looks like that somebody left lying: keys of AWS, Stripe, Google and GitHub, and private keys. */
export const secretShapes =
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}|\bwhsec_[A-Za-z0-9+/]{24,}|\bGOCSPX-[\w-]{20,}|\bgh[pousr]_[A-Za-z0-9]{36}|-----BEGIN [A-Z ]*PRIVATE KEY-----\s*[A-Za-z0-9+/]{32,}/
