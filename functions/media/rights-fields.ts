/** Who made a photo, whose it is, and what may be done with it: what stays with every copy that goes out. */
export type Rights = {
  creator: string | undefined
  copyright: string | undefined
  usageTerms: string | undefined
}

export const noRights: Rights = { creator: undefined, copyright: undefined, usageTerms: undefined }
