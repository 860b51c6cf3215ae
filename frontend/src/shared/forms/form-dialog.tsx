import { type ComponentProps, type ReactNode, useId } from 'react'
import { Button } from '#frontend/ui/button.tsx'
import { Dialog } from '#frontend/ui/dialog.tsx'
import { Form } from '#frontend/ui/field.tsx'
import { DraftNotice } from './draft-notice.tsx'
import { FormProblem } from './form-problem.tsx'
import type { FormState } from './use-form.ts'

type DialogForm = Pick<
  FormState<Record<string, unknown>>,
  'form' | 'submit' | 'problem' | 'busy' | 'isRestored' | 'discard'
>

type ActionsProps = {
  form: Pick<DialogForm, 'busy' | 'discard'>
  formId: string
  /** What the button that sends says, and what it says meanwhile. */
  action: string
  busyLabel: string
  onClose: () => void
  /** Another way to send. */
  other?: { label: string; act: () => unknown }
}

/** Three buttons stand in one line of a phone. */
const narrow = { paddingInline: { base: '3', sm: '5' } } as const

/** Cancel, which forgets what was typed, and the button that sends. */
export const FormActions = ({ form, formId, action, busyLabel, onClose, other }: ActionsProps) => (
  <>
    <Button
      {...(other && narrow)}
      onClick={() => {
        form.discard()
        onClose()
      }}
    >
      Cancel
    </Button>
    {other && (
      <Button {...narrow} ended={form.busy} onClick={() => void other.act()}>
        {other.label}
      </Button>
    )}
    <Button {...(other && narrow)} type="submit" form={formId} variant="accent" busy={form.busy} busyLabel={busyLabel}>
      {action}
    </Button>
  </>
)

type Props = Omit<ActionsProps, 'form' | 'formId' | 'other'> &
  Pick<ComponentProps<typeof Dialog>, 'title' | 'description' | 'size'> &
  Pick<ComponentProps<typeof Form>, 'gap'> & {
    form: DialogForm
    children: ReactNode
    done?: { title: string; text: ReactNode } | undefined
  }

/** Where the focus goes when the button that sent is gone. */
const takeFocus = (button: HTMLButtonElement | null) => button?.focus()

/**
 * A form in a dialog of its own. A form with a draft keeps what was typed when it is closed; Cancel forgets it.
 * @param done What stands in the same dialog once it was sent: it stays open, and the focus goes on to its one button.
 */
export const FormDialog = ({
  form,
  action,
  busyLabel,
  onClose,
  gap,
  children,
  done,
  title,
  description,
  ...dialog
}: Props) => {
  const formId = useId()
  const doneId = useId()
  const actions = { form, formId, action, busyLabel, onClose }
  if (done)
    return (
      <Dialog
        open
        onClose={onClose}
        title={done.title}
        footer={
          <Button ref={takeFocus} variant="accent" aria-describedby={doneId} onClick={onClose}>
            Done
          </Button>
        }
        {...dialog}
      >
        <div id={doneId}>{done.text}</div>
      </Dialog>
    )
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      description={description}
      footer={<FormActions {...actions} />}
      {...dialog}
    >
      <Form ref={form.form} id={formId} onSubmit={form.submit} {...(gap !== undefined && { gap })}>
        <DraftNotice form={form} />
        {children}
        <FormProblem form={form} />
      </Form>
    </Dialog>
  )
}
