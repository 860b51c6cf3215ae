import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Text } from './layout.tsx'

type ConfirmProps = {
  open: boolean
  title: string
  children: ReactNode
  /** What the button does ("Delete gallery"). */
  action: string
  tone?: 'danger' | 'accent'
  busy?: boolean
  /** It cannot be closed now: nobody would be told how it went. */
  isHeld?: boolean
  cancel?: string
  onConfirm: () => void
  onClose: () => void
}

/** A question that must be answered before something is done that cannot be undone. */
export const Confirm = ({
  open,
  title,
  children,
  action,
  tone = 'danger',
  busy = false,
  isHeld = false,
  cancel = 'Cancel',
  onConfirm,
  onClose,
}: ConfirmProps) => (
  <Dialog
    open={open}
    onClose={onClose}
    role="alertdialog"
    size="sm"
    title={title}
    isHeld={isHeld}
    footer={
      <>
        <Button ended={isHeld} onClick={onClose}>
          {cancel}
        </Button>
        <Button variant={tone} busy={busy} onClick={onConfirm}>
          {action}
        </Button>
      </>
    }
  >
    {typeof children === 'string' ? <Text>{children}</Text> : children}
  </Dialog>
)
