import * as z from 'zod'
import { limits } from '#schema/limits.ts'
import { formatCount } from './counts.ts'
import './sentences.ts'

/** Control, bidirectional-override and zero-width characters that could disguise a name; newlines are kept apart. */
const disguises =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming control characters is the point of this rule.
  /[\u0000-\u0009\u000B-\u001F\u007F-\u009F\u00AD\u061C\u200B\u200E\u200F\u2028-\u202E\u2060-\u2069\uFEFF\uFFF9-\uFFFB]/g

/**
 * A joiner between two visible characters, the first maybe with its variation, or a joiner elsewhere. Joined emoji and
 * Persian and Indic words are made with them; at an end, in a row or beside a space they join nothing and only hide.
 */
const joiners =
  /([^\s\p{Cc}\p{Default_Ignorable_Code_Point}]\uFE0F?[\u200C\u200D])(?=[^\s\p{Cc}\p{Default_Ignorable_Code_Point}])|[\u200C\u200D]/gu

/**
 * How many times longer than its cleaned form a text may be sent. NFC composes at most four characters into one
 * (unicode.org, Normalization FAQ, expansion factors: U+1F82), and surrounding blanks are removed. Longer text is
 * refused before anything else is done with it.
 */
const rawLength = (maxLength: number): number => 4 * maxLength + 64
const tooLong = (maxLength: number): string => `Please use at most ${formatCount(maxLength)} characters.`
const bounded = (maxLength: number) => z.string().max(rawLength(maxLength), { abort: true, error: tooLong(maxLength) })

/** Text of people: NFC, without invisible or direction-changing characters, trimmed. It is text, never markup. */
export const cleanText = (text: string): string =>
  text.normalize('NFC').replace(disguises, '').replace(joiners, '$1').trim()

/** The same on one line: a blank takes the place of line breaks and the blanks around them. */
export const cleanLine = (text: string): string =>
  cleanText(text)
    .split('\n')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join(' ')

/** A line as it stands in a record: read cleaned, since some were written before names of files were cleaned. */
export const StoredLine = z.string().overwrite(cleanLine)

/** What says something after cleaning, for who reads the contract: neither a blank nor a character that is taken out. */
const somethingSaid = String.raw`[^\s\u0000-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFE00-\uFE0F\uFEFF\uFFF9-\uFFFB]`

/** One line, at most `maxLength` characters after cleaning; may be empty. */
export const line = (maxLength: number) =>
  bounded(maxLength).meta({ maxLength }).transform(cleanLine).pipe(z.string().max(maxLength))
/** One line that says something. */
export const requiredLine = (maxLength: number, message: string) =>
  bounded(maxLength)
    .meta({ minLength: 1, maxLength, pattern: somethingSaid })
    .transform(cleanLine)
    .pipe(z.string().min(1, message).max(maxLength))
/** Several lines, at most `maxLength` characters; may be empty. */
export const paragraph = (maxLength: number) =>
  bounded(maxLength).meta({ maxLength }).transform(cleanText).pipe(z.string().max(maxLength))

/**
 * An address as browsers take one (https://html.spec.whatwg.org/multipage/input.html, "valid email address"): a local part of
 * letters, digits and signs, with single dots between them as a mail server reads it (RFC 5321, 4.1.2, "Dot-string"), and
 * the name of a server that is no number. So quotes, comments and angle brackets, by which one spelling is another mailbox,
 * are no part of it. Each character can be matched in one way only.
 */
const emailPattern =
  /^[\w!#$%&'*+/=?^`{|}~-]+(?:\.[\w!#$%&'*+/=?^`{|}~-]+)*@(?:[a-zA-Z0-9]+(?:-+[a-zA-Z0-9]+)*\.)+[a-zA-Z][a-zA-Z0-9]*(?:-+[a-zA-Z0-9]+)*$/
/** SES sends to local parts of 7-bit ASCII alone (docs.aws.amazon.com/ses/latest/APIReference-V2/API_Destination.html). */
const noMailThere = 'We cannot send mail to accented letters before the @. Please enter another address.'
const isSendable = (email: string): boolean => /^[ -~]*$/.test(email.slice(0, email.lastIndexOf('@')))
/** RFC 5321, 4.5.3.1.1, and RFC 1035, 2.3.4. */
const hasPartsInBounds = (email: string): boolean =>
  email.indexOf('@') <= 64 &&
  email
    .slice(email.indexOf('@') + 1)
    .split('.')
    .every(({ length }) => length <= 63)
/** The domain in the spelling of the network (Punycode, RFC 3492), as SES asks for it. */
const withAsciiDomain = (email: string): string => {
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  // A URL would read more in these than the name of a server.
  if (at < 1 || /^[ -~]*$/.test(domain) || /[\s/\\?#@:%[\]]/.test(domain)) return email
  try {
    return email.slice(0, at + 1) + new URL(`http://${domain}`).hostname
  } catch {
    return email
  }
}

const invalidEmail = 'Please enter a valid email address, for example ada@example.com.'
const emailOf = (text: z.ZodString) =>
  text
    .overwrite(withAsciiDomain)
    .max(limits.order.emailLength, { abort: true, error: tooLong(limits.order.emailLength) })
    // Nothing here aborts: where a field may also hold something else, the sentence would be lost with it.
    .regex(emailPattern, { error: ({ input }) => (isSendable(String(input)) ? invalidEmail : noMailThere) })
    .refine((email) => !emailPattern.test(email) || hasPartsInBounds(email), invalidEmail)
const typedEmail = bounded(limits.order.emailLength).trim().toLowerCase()

/**
 * An address that is known already, in the spelling of its time: looked up or shown, never written to for the first time.
 * A rule that became stricter shuts nobody out of what they have.
 */
export const KnownEmail = typedEmail
  .overwrite(withAsciiDomain)
  .max(limits.order.emailLength, { abort: true, error: tooLong(limits.order.emailLength) })
  .regex(/^[^\s@]+@[^\s@]+$/, invalidEmail)

/** The same of an address that was kept earlier, by whatever rule: each has a spelling of today, and none is refused. */
export const knownEmailOf = (kept: string): string => withAsciiDomain(kept.trim().toLowerCase())

/** An email address, kept in lower case. */
export const Email = emailOf(typedEmail)
export type Email = z.infer<typeof Email>
/** One that must be there: `message` is said of an empty field. */
export const requiredEmail = (message: string) => emailOf(typedEmail.min(1, { abort: true, error: message }))

/**
 * The mailbox behind an address: most providers deliver "ada+anything@" to "ada@" (RFC 5233, subaddress), and Gmail ignores
 * dots and has two names (https://support.google.com/mail/answer/7436150, https://support.google.com/mail/answer/10313). An
 * address that an earlier release kept may have its domain in another script. For counting and comparing only; mail goes to
 * the address as it was typed.
 */
export const mailboxOf = (typed: string): string => {
  const email = knownEmailOf(typed)
  const at = email.lastIndexOf('@')
  const domain = email.slice(at + 1)
  const [name = ''] = email.slice(0, at).split('+', 1)
  if (at < 1 || name === '') return email
  return domain === 'gmail.com' || domain === 'googlemail.com'
    ? `${name.replaceAll('.', '')}@gmail.com`
    : `${name}@${domain}`
}

/** UTC, ISO 8601, milliseconds: "2030-01-01T10:00:00.000Z". */
export const Timestamp = z.iso.datetime({ precision: 3, error: 'Please enter a date up to the year 9999.' })

/**
 * Access and discount codes are compared without case and blanks (rulings, "Codes"): people read them off a card. Nor does
 * the invisible joiner count that mails put behind a dot, for who copies the code from one.
 */
export const comparableCode = (code: string): string =>
  code
    .normalize('NFC')
    .replace(/[\s\u2060]/g, '')
    .toLowerCase()

/** 3 to 30 lowercase letters, numbers and hyphens, beginning and ending with a letter or number. */
export const PageName = z
  .string()
  .max(100, { abort: true })
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$/, 'Use 3 to 30 lowercase letters, numbers and hyphens.')

/** An opaque, signed place in a list. */
export const Cursor = z.string().min(1).max(1_000)

/** The title lowercased, runs of other characters replaced by one hyphen (specification, section 5, "Gallery slug"). */
export const slugOf = (title: string): string =>
  title
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')

const noAddress = 'Please enter a web address such as https://example.com.'

/**
 * Top-level labels that no public server has. A link to such a name would lead into the private network of the person
 * who follows it. Reserved for local use by RFC 6761 (localhost, test, invalid), 6762 (local), 8375 (home.arpa), 7686
 * (onion), 9476 (alt) and ICANN (internal, resolution 2024.07.29.06), or so widely used locally that ICANN does not
 * assign them (on name collision: corp, home, mail; lan and similar names by the same habit). "arpa" names machines,
 * not sites.
 */
const localLabels = [
  ...['localhost', 'local', 'test', 'invalid', 'onion', 'alt', 'internal', 'arpa'],
  ...['corp', 'home', 'mail', 'lan', 'localdomain', 'intranet', 'private'],
]
const isPublicName = (host: string): boolean => {
  const last = host.split('.').at(-1) ?? ''
  return /^([a-z0-9-]+\.)+[a-z0-9-]{2,}$/.test(host) && !/^\d+$/.test(last) && !localLabels.includes(last)
}

/**
 * A web address. Text without an http or https scheme gets 'https://' in front (specification, section 5), and is
 * refused if it is no address then. So these never become a link: `javascript:` and other schemes, addresses with user
 * names, hosts without a dot, IP addresses in any spelling (the URL parser writes `0xffffffff` as 255.255.255.255) and
 * names of private networks.
 */
const websiteOf = (text: string): string | undefined => {
  const hasScheme = /^https?:\/\//i.test(text)
  const url = URL.parse(hasScheme ? text : `https://${text}`)
  const isAddress =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    isPublicName(url.hostname)
  return isAddress ? url.href : undefined
}

/**
 * For who reads the contract: empty, or a plain address. Capitals, ports and other scripts are taken too; names of
 * private networks are not, which no pattern without looking ahead can say.
 */
const plainWebsite = String.raw`^$|^(?:https?://)?(?:[a-z0-9]+(?:-[a-z0-9]+)*\.)+[a-z][a-z]+(?:[/?#][a-zA-Z0-9/?&=_.-]*)?$`

/** A web address in its full form, at most `maxLength` characters; empty is `null`. */
export const website = (maxLength: number) =>
  z
    .string()
    .max(rawLength(maxLength), { abort: true, error: noAddress })
    .trim()
    .max(maxLength, { abort: true, error: noAddress })
    // What is put before and behind it is nine characters.
    .meta({ maxLength: maxLength - 9, pattern: plainWebsite })
    .transform((text, context) => {
      if (text === '') return null
      const url = websiteOf(text)
      if (url !== undefined && url.length <= maxLength) return url
      context.addIssue({ code: 'custom', message: noAddress })
      return z.NEVER
    })
    .nullable()
