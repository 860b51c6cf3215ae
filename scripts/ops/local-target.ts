import * as z from 'zod'
import { Refusal } from './command.ts'
import type { Target } from './target.ts'

const Environments = z.record(z.string(), z.record(z.string(), z.string()))
const QueueStates = z.array(z.object({ name: z.string(), visible: z.int(), isDeadLetters: z.boolean() }))

/** The system that `npm start` runs on this machine, by its control page. */
export const localTarget = (url: string): Target => {
  const ask = async (path: string, method: 'GET' | 'POST' = 'GET', fields: object = {}): Promise<unknown> => {
    try {
      const answer = await fetch(`${url}/__local/api/${path}`, {
        method,
        ...(method === 'POST' && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(fields) }),
      })
      if (answer.ok) return await answer.json()
      throw new Refusal(`The local system refused: ${answer.status}.`)
    } catch (error) {
      if (error instanceof Refusal) throw error
      throw new Refusal(`No local system answers at ${url}: start one with "npm start", or name it by --url.`)
    }
  }
  return {
    name: url,
    isLocal: true,
    async actAs(entry) {
      const variables = Environments.parse(await ask('environments'))[entry]
      if (!variables) throw new Refusal(`The local system has no function ${entry}.`)
      // Whatever account the operator works with otherwise has no part in this.
      for (const name of ['AWS_PROFILE', 'AWS_SESSION_TOKEN']) delete process.env[name]
      Object.assign(process.env, variables)
    },
    async output() {
      throw new Refusal('The local system is not deployed.')
    },
    async callBack(items) {
      await ask('edge/forget', 'POST', { items: items.join('\n') })
    },
    async deadLetters() {
      return QueueStates.parse(await ask('queues'))
        .filter(({ isDeadLetters }) => isDeadLetters)
        .map(({ name, visible }) => ({ name, waiting: visible }))
    },
    async redrive({ name }) {
      await ask(`queues/${encodeURIComponent(name)}/redrive`, 'POST')
    },
  }
}
