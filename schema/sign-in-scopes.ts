/** The scope that every access token of the pool carries and no ID token does. */
export const requiredScope = 'aws.cognito.signin.user.admin'

/** What the site asks for where somebody signs in by way of another provider, and what the pool's client may ask for. */
export const signInScopes = ['openid', 'email', 'profile', requiredScope]
