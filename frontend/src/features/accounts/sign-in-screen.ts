/** Which screen is shown. The password of a new account is kept in memory alone, to sign in once it is confirmed. */
export type Screen =
  | { kind: 'tabs' }
  | { kind: 'confirm'; email: string; password: string }
  | { kind: 'forgot'; email: string }
  | { kind: 'reset'; email: string }
export type ScreenProps = { go: (screen: Screen) => void }
