import * as z from 'zod'
import { Refusal } from '../command.ts'
import { regional, settingOf, unlessAbsent } from './ask.ts'
import type { Answer, Asked, Question } from './question.ts'

const Sending = z.object({ ProductionAccessEnabled: z.boolean(), SendingEnabled: z.boolean() })
const Identity = z.object({
  VerifiedForSendingStatus: z.boolean(),
  MailFromAttributes: z
    .object({ MailFromDomain: z.string().optional(), MailFromDomainStatus: z.string().optional() })
    .optional(),
})

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1)
const cure = 'docs/deploying.md, "Email"'
const nobody: Answer = { says: 'no function says whose it is', cure: 'deploy every stack' }

const senderQuestion = (asked: Asked): Question => ({
  topic: 'sender of emails',
  look: async () => {
    const from = await settingOf(asked, 'MAIL_FROM')
    if (from === undefined) return nobody
    const domain = domainOf(from)
    for (const identity of [from, domain]) {
      const found = await unlessAbsent(regional(asked)('sesv2', 'get-email-identity', '--email-identity', identity))
      if (found === undefined) continue
      const { VerifiedForSendingStatus, MailFromAttributes } = Identity.parse(found)
      if (!VerifiedForSendingStatus) return { says: `SES has not verified ${identity}`, cure }
      const { MailFromDomain, MailFromDomainStatus } = MailFromAttributes ?? {}
      return MailFromDomain === undefined || MailFromDomainStatus === 'SUCCESS'
        ? { says: `${identity} is verified` }
        : { says: `the records of ${MailFromDomain} are ${MailFromDomainStatus ?? 'not seen'}`, cure }
    }
    return { says: `SES does not know ${domain}`, cure }
  },
})

const sandboxQuestion = (asked: Asked): Question => ({
  topic: 'email to strangers',
  look: async () => {
    const { ProductionAccessEnabled, SendingEnabled } = Sending.parse(await regional(asked)('sesv2', 'get-account'))
    if (!SendingEnabled) return { says: 'SES has paused this account', cure: 'docs/runbook.md, "Bounces"' }
    return ProductionAccessEnabled
      ? { says: 'SES writes to anybody' }
      : { says: 'SES is in its sandbox', cure: 'aws sesv2 put-account-details (docs/deploying.md, "Email")' }
  },
})

/** As mail servers see it, whoever keeps the zone. A name's parent answers for it (RFC 9989, "DNS Tree Walk"). */
const dmarcQuestion = (asked: Asked): Question => ({
  topic: 'DMARC',
  look: async () => {
    const from = await settingOf(asked, 'MAIL_FROM')
    if (from === undefined) return nobody
    const domain = domainOf(from)
    const labels = domain.split('.')
    for (let first = 0; first <= labels.length - 2; first += 1) {
      const name = `_dmarc.${labels.slice(first).join('.')}`
      const policies = await policiesAt(asked, name)
      const [policy] = policies
      if (policy === undefined) continue
      // Several count as none (RFC 7489, 6.6.3, step 5).
      if (policies.length > 1) return { says: `${name} has ${policies.length} policies, so none`, cure: 'leave one' }
      const asks = /;\s*p\s*=\s*(none|quarantine|reject)\b/i.exec(policy)?.[1]
      return asks === undefined
        ? { says: `${name} asks for nothing that is known`, cure: 'write p=none, quarantine or reject into it' }
        : { says: `${name} asks for ${asks.toLowerCase()}` }
    }
    return {
      says: `nobody says what becomes of mails that only claim to be of ${domain}`,
      cure: 'deploy the data stack with -c domainName=…, or write the record _dmarc where the zone is kept',
    }
  },
})

/** A record comes in parts of at most 255 bytes, which are one text (RFC 7489, 6.1; nodejs.org/api/dns.html, `resolveTxt`). */
const policiesAt = async ({ txtOf }: Asked, name: string): Promise<string[]> => {
  try {
    return (await txtOf(name)).map((parts) => parts.join('')).filter((text) => /^v=DMARC1\s*(;|$)/.test(text))
  } catch (error) {
    // No such name, or none of its records is TXT (nodejs.org/api/dns.html#error-codes). Others say nothing of the record.
    if (error instanceof Error && 'code' in error && (error.code === 'ENOTFOUND' || error.code === 'ENODATA')) return []
    throw new Refusal(`DNS does not answer for ${name}`)
  }
}

export const mailQuestions = (asked: Asked): Question[] => [
  senderQuestion(asked),
  dmarcQuestion(asked),
  sandboxQuestion(asked),
]
