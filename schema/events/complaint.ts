import * as z from 'zod'

/**
 * What SES says of a mail that its reader reported as unwanted, as far as it is read here
 * (https://docs.aws.amazon.com/ses/latest/dg/event-publishing-retrieving-sns-examples.html). Tags are those that the mail
 * was sent with, each as a list.
 */
export const ComplaintNotice = z.object({
  eventType: z.literal('Complaint'),
  /** `OnAccountSuppressionList`: SES sent nothing, since the address had complained before, about whomever. */
  complaint: z.object({ complaintSubType: z.string().nullish() }).default({}),
  mail: z.object({
    destination: z.array(z.string()).min(1),
    tags: z.record(z.string(), z.array(z.string())).default({}),
  }),
})
export type ComplaintNotice = z.infer<typeof ComplaintNotice>
