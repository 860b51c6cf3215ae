import { type ReactNode, useEffect, useState } from 'react'
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
  /** An answer is awaited: for some seconds it cannot be closed. */
  isHeld?: boolean
  cancel?: string
  onConfirm: () => void
  onClose: () => void
}

/** Most answers are there by then. On a dead line none comes, and the question would cover the page for minutes. */
const longestHoldMs = 10_000

const useHold = (isAsked: boolean): boolean => {
  const [isOver, setIsOver] = useState(false)
  useEffect(() => {
    if (!isAsked) return
    const timer = setTimeout(() => setIsOver(true), longestHoldMs)
    return () => {
      clearTimeout(timer)
      setIsOver(false)
    }
  }, [isAsked])
  return isAsked && !isOver
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
}: ConfirmProps) => {
  const isClosed = useHold(isHeld)
  return (
    <Dialog
      open={open}
      onClose={onClose}
      role="alertdialog"
      size="sm"
      title={title}
      isHeld={isClosed}
      footer={
        <>
          <Button ended={isClosed} onClick={onClose}>
            {isHeld && !isClosed ? 'Stop waiting' : cancel}
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
}
