import * as z from 'zod'
import { refusal } from '../cognito/refusals.ts'
import type { IdentityOptions, TriggerName } from '../options.ts'

type PreSignUpAnswer = z.output<typeof preSignUpResponse>
type CustomMessageAnswer = z.output<typeof customMessageResponse>

type About = {
  username: string
  attributes: Readonly<Record<string, string>>
  /** Client metadata, which Cognito hands to the trigger. */
  clientMetadata?: Readonly<Record<string, string>> | undefined
}

export type Triggers = {
  preSignUp(source: 'PreSignUp_SignUp' | 'PreSignUp_ExternalProvider', about: About): Promise<PreSignUpAnswer>
  postConfirmation(
    source: 'PostConfirmation_ConfirmSignUp' | 'PostConfirmation_ConfirmForgotPassword',
    about: About,
  ): Promise<void>
  /** After each sign-in but the one that makes a user, and before anybody has tokens; not when these are renewed. */
  postAuthentication(about: About): Promise<void>
  customMessage(source: `CustomMessage_${string}`, about: About): Promise<CustomMessageAnswer>
}

/** Calls the pool's functions with the events Cognito sends (developer guide, "Lambda trigger parameters"). */
export const triggersOf = ({ pool, trigger }: Pick<IdentityOptions, 'pool' | 'trigger'>): Triggers => {
  const call = async (
    name: TriggerName,
    event: { triggerSource: string; about: About; request: object; response: object },
  ) => {
    const { triggerSource, about, request, response } = event
    try {
      return await trigger(name, {
        version: '1',
        region: pool.id.split('_')[0],
        userPoolId: pool.id,
        userName: about.username,
        callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: pool.clientId },
        triggerSource,
        request: { userAttributes: { ...about.attributes }, clientMetadata: about.clientMetadata, ...request },
        response,
      })
    } catch (error) {
      const message = error instanceof Error ? error.message : 'an unknown error'
      throw refusal('UserLambdaValidationException', `${name} failed with error ${message}.`)
    }
  }

  return {
    preSignUp: async (triggerSource, about) => {
      const response = { autoConfirmUser: false, autoVerifyEmail: false, autoVerifyPhone: false }
      const answer = await call('PreSignUp', { triggerSource, about, request: { validationData: {} }, response })
      return responseOf(answer, preSignUpResponse) ?? preSignUpResponse.parse({})
    },
    postConfirmation: async (triggerSource, about) => {
      await call('PostConfirmation', { triggerSource, about, request: {}, response: {} })
    },
    postAuthentication: async (about) => {
      const request = { newDeviceUsed: false }
      await call('PostAuthentication', {
        triggerSource: 'PostAuthentication_Authentication',
        about,
        request,
        response: {},
      })
    },
    customMessage: async (triggerSource, about) => {
      const request = { codeParameter: '{####}', linkParameter: '{##Click Here##}', usernameParameter: null }
      const response = { smsMessage: null, emailMessage: null, emailSubject: null }
      const answer = await call('CustomMessage', { triggerSource, about, request, response })
      return responseOf(answer, customMessageResponse) ?? customMessageResponse.parse({})
    },
  }
}

const preSignUpResponse = z.object({
  autoConfirmUser: z.boolean().default(false),
  autoVerifyEmail: z.boolean().default(false),
})

const customMessageResponse = z.object({
  emailSubject: z.string().nullish(),
  emailMessage: z.string().nullish(),
})

const responseOf = <S extends z.ZodType>(event: unknown, response: S): z.output<S> | undefined => {
  if (event === undefined || event === null) return undefined
  const answer = typeof event === 'object' && 'response' in event ? response.safeParse(event.response) : undefined
  if (!answer?.success) throw refusal('InvalidLambdaResponseException', 'Unrecognizable lambda output')
  return answer.data
}
