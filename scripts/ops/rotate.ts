import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { type Command, Refusal, type Say } from './command.ts'
import { type SecretBox, secretBox } from './secret-box.ts'

export type RotationParts = {
  readonly secret: SecretBox
  /** 32 random bytes in base64url. */
  readonly fresh: () => string
  readonly wait: (ms: number) => Promise<void>
  readonly say: Say
}

/** Longer than functions keep a secret in memory (`functions/shared/secrets`). */
const seenByAllMs = 6 * 60_000

const Signing = z.object({ current: z.string(), previous: z.string().nullable() })
const Origin = z.object({ originVerify: z.string() })

/**
 * In two steps: first every function learns to read what the new key will sign, then the new key signs. At once, a copy
 * that has not looked for five minutes would refuse what another copy has just signed.
 */
export const rotateSigning = async ({ secret, fresh, wait, say }: RotationParts): Promise<void> => {
  const { current } = Signing.parse(JSON.parse(await secret.read()))
  const next = fresh()
  await secret.write(JSON.stringify({ current, previous: next }))
  say('Functions learn the new key; six minutes to go.')
  await wait(seenByAllMs)
  await secret.write(JSON.stringify({ current: next, previous: current }))
  say('The new key signs. What the one before signed is still read, until the next rotation.')
}

/** Functions accept both words before CloudFront says the new one, which takes a deployment. */
export const rotateOrigin = async ({ secret, fresh, wait, say }: RotationParts): Promise<string> => {
  const { originVerify } = Origin.parse(JSON.parse(await secret.read()))
  const version = await secret.write(JSON.stringify({ originVerify: fresh(), previous: originVerify }))
  say('Functions learn the new word; six minutes to go.')
  await wait(seenByAllMs)
  return version
}

export type KeyStep = { readonly mediaKeys: string; readonly effect: string }

/** The deployment that follows the one with these `mediaKeys` (`lib/stage.ts`), the signing key first. */
export const nextMediaKeys = (deployed: string): KeyStep => {
  const [signing = '', other] = deployed.split(',')
  if (other === undefined)
    return {
      mediaKeys: `${signing},${Number(signing) + 1}`,
      effect: 'Makes a second key. CloudFront trusts both; the first still signs.',
    }
  if (Number(other) > Number(signing))
    return { mediaKeys: `${other},${signing}`, effect: 'The new key signs. Addresses of the old one stay good.' }
  return {
    mediaKeys: signing,
    effect:
      'Drops the old key. Deploy it 24 hours after the one before, when the last address of the old key has ended.',
  }
}

export const rotate: Command = {
  name: 'rotate',
  summary: 'makes a new signing key, a new word between CloudFront and the API, or a new key of picture addresses',
  help: `signing|origin [--apply] | media

signing: what opens locked galleries and the places in lists get a new key; what the last one signed is still read, what
the one before that signed is not. origin: prints the deployment that completes it. Each takes six minutes, in which
nobody notices anything. Cut off in the middle, it can be started again.

media: prints the next of the three deployments that exchange the key which signs addresses of pictures and files. It
reads where the installation stands, so say it again after each of them.`,
  options: { apply: { type: 'boolean', default: false } },
  run: async ({ positionals: [what], values }, { target, say }) => {
    if (what !== 'signing' && what !== 'origin' && what !== 'media') throw new Refusal('Say signing, origin or media.')
    if (target.isLocal) throw new Refusal('The local system keeps its secrets as long as its state.')
    if (what === 'media') {
      const { mediaKeys, effect } = nextMediaKeys(await target.output('site', 'MediaKeyPairs'))
      return say(`${effect} Deploy, and keep this choice for every later deployment:
  npx cdk deploy --all -c stage=${target.name} -c mediaKeys=${mediaKeys} -c …`)
    }
    if (values.apply !== true) return say(`Would rotate ${what} on ${target.name}. Say --apply to do it.`)
    await target.actAs('functions/galleries/galleries.lambda.ts')
    const common = { fresh: () => randomBytes(32).toString('base64url'), wait: (ms: number) => pause(ms), say }
    if (what === 'signing') return rotateSigning({ ...common, secret: secretBox('SIGNING_SECRET_ID') })
    const version = await rotateOrigin({ ...common, secret: secretBox('ORIGIN_SECRET_ID') })
    say(`Now deploy, and keep this choice for every later deployment:
  npx cdk deploy darkslide-${target.name}-site -c stage=${target.name} -c originSecretVersion=${version} -c …`)
  },
}
