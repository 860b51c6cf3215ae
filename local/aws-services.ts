import type { IncomingMessage, ServerResponse } from 'node:http'
import { sendJson } from '#local/http/body.ts'

type Service = (request: IncomingMessage, response: ServerResponse) => Promise<void>

type Services = Readonly<Record<'sqs' | 'secrets' | 'rekognition' | 'ses' | 'cloudFront', Service>>

/** SQS, Secrets Manager, Rekognition, CloudFront and SES on one port, told apart as their protocols tell them apart. */
export const awsServices =
  ({ sqs, secrets, rekognition, ses, cloudFront }: Services) =>
  (request: IncomingMessage, response: ServerResponse) => {
    const target = String(request.headers['x-amz-target'] ?? '')
    const serviceOf = (): Service => {
      if (target.startsWith('AmazonSQS.')) return sqs
      if (target.startsWith('secretsmanager.')) return secrets
      if (target.startsWith('RekognitionService.')) return rekognition
      return request.url?.startsWith('/2020-05-31/') ? cloudFront : ses
    }
    const service = serviceOf()
    service(request, response).catch(() => {
      if (response.headersSent) response.destroy()
      else sendJson(response, 500, { __type: 'InternalFailure', message: 'The local stand-in failed.' })
    })
  }
