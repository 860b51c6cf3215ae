import type { IncomingMessage, ServerResponse } from 'node:http'
import * as z from 'zod'
import { readBody, sendJson } from '#local/http/body.ts'

const GetSecretValue = z.object({ SecretId: z.string() })

/** Answers Secrets Manager's `GetSecretValue`; `read` gives the text of a secret by its name or ARN. */
export const secretsApi =
  (read: (id: string) => string | undefined) => async (request: IncomingMessage, response: ServerResponse) => {
    const refuse = (code: string, message: string) => sendJson(response, 400, { __type: code, message })
    if (request.headers['x-amz-target'] !== 'secretsmanager.GetSecretValue')
      return refuse('InvalidRequestException', 'Only GetSecretValue is known here.')
    const parsed = GetSecretValue.safeParse(JSON.parse((await readBody(request, 65_536)).toString('utf8')))
    if (!parsed.success) return refuse('InvalidParameterException', 'SecretId is missing.')
    const { SecretId } = parsed.data
    const value = read(SecretId)
    if (value === undefined)
      return refuse('ResourceNotFoundException', "Secrets Manager can't find the specified secret.")
    sendJson(response, 200, {
      ARN: SecretId,
      Name: SecretId.slice(SecretId.lastIndexOf(':') + 1),
      SecretString: value,
      VersionId: 'local',
      VersionStages: ['AWSCURRENT'],
      CreatedDate: 0,
    })
  }
