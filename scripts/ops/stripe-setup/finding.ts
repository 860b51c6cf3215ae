/** What a look at one part of the account at Stripe found. */
export type Finding =
  | { readonly state: 'right'; readonly says: string }
  /** `mend` sets it right by a call, and answers what it did. */
  | { readonly state: 'to do'; readonly says: string; readonly mend: () => Promise<string> }
  /** Only a person can, in Stripe's dashboard. */
  | { readonly state: 'by hand'; readonly says: string }

export type Step = { readonly topic: string; readonly look: () => Promise<Finding> }

export const right = (says: string): Finding => ({ state: 'right', says })
export const toDo = (says: string, mend: () => Promise<string>): Finding => ({ state: 'to do', says, mend })
export const byHand = (says: string): Finding => ({ state: 'by hand', says })
