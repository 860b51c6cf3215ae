import * as z from 'zod'
import type { Signer } from '#functions/shared/signing/signer.ts'
import { GivenConsent } from '#schema/consent.ts'
import { UserId } from '#schema/ids.ts'
import { addresses, paths } from '#schema/paths.ts'

/** Of whose mails somebody decides, and at which address; it has no end, since a mail may be read years later. */
const MailChoice = z.object({ of: z.array(UserId).min(1), address: z.string() })
export type MailChoice = z.infer<typeof MailChoice>

/**
 * The question whether an address is its owner's, until an hour, and whether they agreed to this; `null` where nobody
 * agreed to anything. Links of an earlier release do not say.
 */
const Confirmation = z.object({
  photographerId: UserId,
  address: z.string(),
  until: z.int(),
  consent: GivenConsent.optional(),
})
export type Confirmation = z.infer<typeof Confirmation>

/** A cart that was left, until then. */
const KeptCartLink = z.object({ address: z.string(), until: z.int() })
type KeptCartLink = z.infer<typeof KeptCartLink>

export const confirmationLifeSeconds = 7 * 86_400

/** A path whose last part has a dot is a file's to the edge, which answers it with no page. */
const asPart = (signed: string): string => signed.replace('.', '~')
const asSigned = (part: string): string => part.replace('~', '.')

/**
 * Signed links of mails. They name an address by its hash: what is in a link is kept by histories and servers.
 */
export const mailLinks = (signer: Signer, siteUrl: () => string) => ({
  /** The page that asks before it does anything, and what a mail program calls by itself (RFC 8058). */
  async unsubscribing(choice: MailChoice): Promise<{ page: string; oneClick: string }> {
    const token = asPart(await signer.sign('mail-choice', choice))
    return { page: siteUrl() + paths.mailChoices({ token }), oneClick: siteUrl() + addresses.oneClick(token) }
  },

  choiceOf: (token: string): Promise<MailChoice | undefined> => signer.read('mail-choice', asSigned(token), MailChoice),

  async confirming(asked: Confirmation): Promise<string> {
    return siteUrl() + paths.confirmAddress({ token: asPart(await signer.sign('confirm-address', asked)) })
  },

  confirmationOf: (token: string): Promise<Confirmation | undefined> =>
    signer.read('confirm-address', asSigned(token), Confirmation),

  async keptCart(address: string, until: number): Promise<string> {
    return siteUrl() + addresses.keptCart(await signer.sign('cart-link', { address, until }))
  },

  keptCartOf: (token: string): Promise<KeptCartLink | undefined> => signer.read('cart-link', token, KeptCartLink),
})
export type MailLinks = ReturnType<typeof mailLinks>
