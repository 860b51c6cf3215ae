import { useForm } from '#frontend/shared/forms/use-form.ts'
import { AppCode, refusedAppCode } from './credentials.ts'
import { failed } from './sign-in-words.ts'

/** A form for the code of an authenticator app. `send` gets the six digits alone; a wrong code is said at the field. */
export const useAppCodeForm = ({ failure, send }: { failure: string; send: (code: string) => Promise<void> }) =>
  useForm({
    initial: { code: '' },
    schema: AppCode,
    bodyOf: (values) => values,
    send: ({ code }) => send(AppCode.parse({ code }).code),
    fieldsOf: refusedAppCode,
    onRefusal: failed(failure, refusedAppCode),
  })
