import { toast } from '#frontend/ui/toast.tsx'
import { sentenceOf } from './api-error.ts'

/** Says in passing what failed, and by the sentence of its code why. */
export const complain = (title: string) => (error: unknown) => toast({ title, description: sentenceOf(error) })
