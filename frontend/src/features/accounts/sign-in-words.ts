import { dismissToast, toast } from '#frontend/ui/toast.tsx'
import { identityMessage, type RefusedFields } from './credentials.ts'

/**
 * Says why the identity provider refused something.
 * @param fieldsOf What a field of the form says of it: then the same, not the provider's sentence beside ours.
 */
export const failed =
  (title: string, fieldsOf?: (thrown: unknown) => RefusedFields | undefined) => (thrown: unknown) => {
    const [ours] = Object.values(fieldsOf?.(thrown) ?? {})
    toast({ title, description: ours ?? identityMessage(thrown), isAtField: ours !== undefined })
  }
export const codeSent = () =>
  toast({ kind: 'success', title: 'Check your email', description: "We've sent you a confirmation link." })
/** The code was right: nobody has to look for it any more. */
export const codeTaken = () => dismissToast('Check your email')
