import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { IconButton } from './button.tsx'
import { Input } from './field.tsx'
import { Box } from './layout.tsx'

/** A password field that can be read while it is typed. Stands inside a `Field`. */
export const PasswordInput = (props: Omit<ComponentProps<typeof Input>, 'type'>) => {
  const [isShown, setIsShown] = useState(false)
  return (
    <Box position="relative">
      <Input {...props} type={isShown ? 'text' : 'password'} paddingInlineEnd="12" spellCheck={false} />
      <Box position="absolute" top="0" insetInlineEnd="0">
        <IconButton
          label={isShown ? 'Hide password' : 'Show password'}
          aria-pressed={isShown}
          onClick={() => setIsShown((shown) => !shown)}
        >
          {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
        </IconButton>
      </Box>
    </Box>
  )
}
