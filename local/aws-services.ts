import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendJson } from '#local/http/body.ts'

type Service = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** SQS, Secrets Manager and SES on one port, told apart as their protocols tell them apart. */
export const awsServices =
  ({ sqs, secrets, ses }: { sqs: Service; secrets: Service; ses: Service }) =>
  (request: IncomingMessage, response: ServerResponse) => {
    const target = String(request.headers['x-amz-target'] ?? '')
    const service = target.startsWith('AmazonSQS.') ? sqs : target.startsWith('secretsmanager.') ? secrets : ses
    service(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else sendJson(response, 500, { __type: 'InternalFailure', message: 'The local stand-in failed.' })
    })
  }
