import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { onTestFinished } from 'vitest'
import { type IdentityOptions, type Mail, startIdentity, type TriggerName } from '#local/identity/identity.ts'

export const clientId = 'darkslide-web'
export const poolId = 'local_darkslide'
export const siteOrigin = 'http://localhost:4000'
export const callbackUrl = `${siteOrigin}/auth`
export const logoutUrl = `${siteOrigin}/`

type TriggerCall = { name: TriggerName; event: { triggerSource: string; userName: string; request: object } }

/** A server in a folder of its own, with the mails it sent and the triggers it called; gone when the test ends. */
export const runIdentity = async (options: Partial<IdentityOptions> = {}) => {
  const stateDir = options.stateDir ?? (await newFolder())
  const mails: Mail[] = []
  const calls: TriggerCall[] = []
  const time = { now: new Date() }
  const { trigger, ...rest } = options
  const server = await startIdentity({
    stateDir,
    ports: { cognito: 0, hostedUi: 0, google: 0 },
    clock: () => time.now,
    pool: { id: poolId, clientId, callbackUrls: [callbackUrl], logoutUrls: [logoutUrl], passwordMinLength: 6 },
    sendMail: async (mail) => {
      mails.push(mail)
    },
    trigger: async (name, event) => {
      calls.push({ name, event: event as TriggerCall['event'] })
      return trigger?.(name, event)
    },
    ...rest,
  })
  const client = new CognitoIdentityProviderClient({
    endpoint: server.endpoint,
    region: 'eu-west-2',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  })
  let closed = false
  const stop = async () => {
    if (closed) return
    closed = true
    client.destroy()
    await server.close()
  }
  onTestFinished(stop)

  return {
    server,
    client,
    mails,
    calls,
    stateDir,
    stop,
    now: () => time.now,
    advance: (milliseconds: number) => {
      time.now = new Date(time.now.getTime() + milliseconds)
    },
    lastCode: () => /\d{6}/.exec(mails.at(-1)?.text ?? '')?.[0] ?? 'no code was sent',
  }
}

const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'identity-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

export type RunningIdentity = Awaited<ReturnType<typeof runIdentity>>
