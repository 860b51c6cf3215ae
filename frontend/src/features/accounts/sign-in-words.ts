import { toast } from '#frontend/ui/toast.tsx'
import { identityMessage } from './credentials.ts'

/** Says why the identity provider refused something. */
export const failed = (title: string) => (thrown: unknown) => toast({ title, description: identityMessage(thrown) })
export const codeSent = () =>
  toast({ kind: 'success', title: 'Check your email', description: "We've sent you a confirmation link." })
