import * as z from 'zod'
import { limits } from '#schema/limits.ts'
import { endpoint, subject } from './endpoint.ts'
import { OwnProfile } from './profiles.ts'

/** Characters of base64 (RFC 4648, 4) that the largest file has. */
const imageLength = Math.ceil(limits.logo.maxBytes / 3) * 4

export const logos = subject('logos', 'Photographers cannot change the logo of their pages; what is shown stays.', {
  save: endpoint({
    method: 'PUT',
    path: '/me/logo',
    access: 'photographer',
    summary: 'Draws a JPEG, PNG or WebP file as the logo of the own pages and mails, in place of the one before',
    maxBodyBytes: imageLength + 1_024,
    body: z.object({
      /** The file in base64. What it is, its bytes say. */
      image: z.string().min(1).max(imageLength),
    }),
    response: OwnProfile,
    errors: ['changed_meanwhile'],
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/me/logo',
    access: 'photographer',
    summary: 'Takes the logo off the own pages and mails; without one nothing changes',
    response: OwnProfile,
    errors: ['changed_meanwhile'],
  }),
})
