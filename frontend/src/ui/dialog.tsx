import { Dialog as ChakraDialog, Portal } from '@chakra-ui/react'
import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from './button.tsx'

type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  children: ReactNode
  footer?: ReactNode
  size?: 'sm' | 'md' | 'lg'
  /** 'alertdialog' for a question that must be answered. */
  role?: 'dialog' | 'alertdialog'
}

/**
 * A modal dialog: traps and gives back the focus, closes on Escape and outside clicks. Load it lazily from public
 * pages: the machine behind it weighs as much as a page.
 */
export const Dialog = ({
  open,
  onClose,
  title,
  description,
  children,
  footer,
  size = 'md',
  role = 'dialog',
}: DialogProps) => (
  <ChakraDialog.Root open={open} onOpenChange={(change) => !change.open && onClose()} size={size} role={role}>
    <Portal>
      <ChakraDialog.Backdrop />
      <ChakraDialog.Positioner>
        <ChakraDialog.Content>
          <ChakraDialog.Header>
            <div>
              <ChakraDialog.Title>{title}</ChakraDialog.Title>
              {description && <ChakraDialog.Description>{description}</ChakraDialog.Description>}
            </div>
          </ChakraDialog.Header>
          <ChakraDialog.Body>{children}</ChakraDialog.Body>
          {footer && <ChakraDialog.Footer>{footer}</ChakraDialog.Footer>}
          <ChakraDialog.CloseTrigger asChild>
            <IconButton label="Close" size="sm">
              <X />
            </IconButton>
          </ChakraDialog.CloseTrigger>
        </ChakraDialog.Content>
      </ChakraDialog.Positioner>
    </Portal>
  </ChakraDialog.Root>
)
