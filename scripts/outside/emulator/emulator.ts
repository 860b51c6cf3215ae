import { run } from '../tools.ts'

export const region = 'eu-west-2'

/** Asks the emulator as an account that it makes up: it checks no signature, and reads the region from it. */
export const emulator = (url: string) => {
  const env = {
    AWS_ENDPOINT_URL: url,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    AWS_REGION: region,
    AWS_DEFAULT_REGION: region,
    CDK_DISABLE_CLI_TELEMETRY: 'true',
  }
  const ask = async (service: string, path: string, init: RequestInit = {}) => {
    const authorization = `AWS4-HMAC-SHA256 Credential=test/20300101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=0`
    return fetch(`${url}${path}`, { ...init, headers: { authorization, ...init.headers } })
  }
  return {
    ask,
    /** @returns what the command said, when it ended with 0. @throws Error with its last words, else. */
    cdk: async (...args: readonly string[]) => {
      const { code, stdout, stderr } = await run(['npx', 'cdk', ...args], { cure: 'npm ci', env, timeoutMs: 300_000 })
      return { isDone: code === 0, said: `${stdout}\n${stderr}` }
    },
    /** The state of each stack. */
    stacks: async (): Promise<ReadonlyMap<string, string>> => {
      const body = new URLSearchParams({ Action: 'DescribeStacks', Version: '2010-05-15' })
      const text = await (await ask('cloudformation', '/', { method: 'POST', body })).text()
      const members = text.split('<StackName>').slice(1)
      return new Map(
        members.map((member) => [
          member.slice(0, member.indexOf('<')),
          /<StackStatus>(\w+)</.exec(member)?.[1] ?? 'unknown',
        ]),
      )
    },
  }
}
export type Emulator = ReturnType<typeof emulator>
