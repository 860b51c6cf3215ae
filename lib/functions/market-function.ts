import { Aws, Duration, Stack, Validations } from 'aws-cdk-lib'
import { Policy, PolicyStatement, type PolicyStatementProps, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam'
import {
  ApplicationLogLevel,
  Architecture,
  CfnFunction,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  SystemLogLevel,
} from 'aws-cdk-lib/aws-lambda'
import { FilterPattern, LogGroup, MetricFilter } from 'aws-cdk-lib/aws-logs'
import { Construct } from 'constructs'
import { keptOnceMade } from '#lib/data/removal.ts'
import type { Alarms } from '#lib/monitoring/alarms.ts'
import type { Stage } from '#lib/stage.ts'
import { urgentMark } from '#schema/alarms.ts'
import type { SettingName } from '#schema/settings.ts'
import { functionCode } from './function-code.ts'
import { logRetention } from './log-retention.ts'
import { type Room, reservedCopies } from './room.ts'
import { sharpLayer } from './sharp-layer.ts'

export type Entry = `functions/${string}.lambda.ts`

export type MarketFunctionProps = {
  readonly stage: Stage
  readonly alarms: Alarms
  /** The file that exports `handler`. */
  readonly entry: Entry
  /** Adds files to the bundle, where one is made. */
  readonly beside?: (outdir: string) => void
  /** What users lose while it fails: the text of its alarm. */
  readonly impact: string
  /** Section of `docs/runbook.md` that its alarm points to. */
  readonly runbook: string
  /** Default 512: a CRUD function's JSON and TLS work is bound by the processor share that memory buys. */
  readonly memoryMb?: number
  /** Default 10 seconds. */
  readonly timeout?: Duration
  /** Copies that nobody else takes, and no more than those; default: what the account has left. */
  readonly room?: Room
  /** Brings the image library, which is native code, as a layer. */
  readonly sharp?: true
}

/**
 * A Lambda of ours: its file, its role with nothing in it but its own log, its log with an end, its alarm.
 * Every further permission comes from a grant of the thing it is for, and brings the setting that makes it useful.
 */
export class MarketFunction extends Construct {
  readonly entry: Entry
  readonly timeout: Duration
  readonly lambda: LambdaFunction
  private readonly role: Role
  private readonly settings = new Map<SettingName, string>()
  private readonly logs: LogGroup
  private readonly alarms: Alarms
  private readonly told: Pick<MarketFunctionProps, 'impact' | 'runbook'>

  constructor(scope: Construct, id: string, props: MarketFunctionProps) {
    super(scope, id)
    this.entry = props.entry
    this.timeout = props.timeout ?? Duration.seconds(10)

    this.alarms = props.alarms
    this.told = { impact: props.impact, runbook: props.runbook }
    this.logs = new LogGroup(this, 'Logs', {
      retention: logRetention(props.stage.logDays),
      removalPolicy: keptOnceMade(props.stage),
    })
    this.role = new Role(this, 'Role', { assumedBy: new ServicePrincipal('lambda.amazonaws.com') })
    this.logs.grantWrite(this.role)

    const reserved = props.room && reservedCopies(props.room, props.stage)
    this.lambda = new LambdaFunction(this, 'Function', {
      description: props.entry,
      code: functionCode(this, props.entry, props.beside),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: props.memoryMb ?? 512,
      timeout: this.timeout,
      role: this.role,
      logGroup: this.logs,
      loggingFormat: LoggingFormat.JSON,
      applicationLogLevelV2: ApplicationLogLevel.INFO,
      systemLogLevelV2: SystemLogLevel.WARN,
      ...(reserved === undefined ? {} : { reservedConcurrentExecutions: reserved }),
      ...(props.sharp === undefined ? {} : { layers: [sharpLayer(this)] }),
    })
    const resource = cfnFunction(this.lambda)
    resource.addMetadata('entry', props.entry)
    resource.tracingConfig = { mode: 'Active' }
    this.allowWide('Trace', 'X-Ray knows no resources: its two writing actions are for all or none.', {
      actions: ['xray:PutTraceSegments', 'xray:PutTelemetryRecords'],
      resources: ['*'],
    })
    this.setting('STAGE', props.stage.name)
    this.watch()
  }

  /** Tells the function one setting; the same name twice must say the same. */
  setting(name: SettingName, value: string): void {
    const known = this.settings.get(name)
    if (known !== undefined && known !== value) throw new Error(`${this.entry} is told two values of ${name}.`)
    this.settings.set(name, value)
    this.lambda.addEnvironment(name, value)
  }

  /** Resources by their whole name. */
  allow(...statements: PolicyStatementProps[]): void {
    for (const statement of statements) this.lambda.addToRolePolicy(new PolicyStatement(statement))
  }

  /** A policy of another service that names the function's role, as JSON. */
  inPolicy(policyFor: (roleArn: string) => unknown): string {
    return Stack.of(this).toJsonString(policyFor(this.role.roleArn))
  }

  /** Resources that may exist only after the function, as what triggers it does: a policy that nothing waits for. */
  allowLater(id: string, ...statements: PolicyStatementProps[]): Policy {
    return new Policy(this, id, {
      roles: [this.role],
      statements: statements.map((statement) => new PolicyStatement(statement)),
    })
  }

  /** Resources by patterns, which are to be named without references to other stacks; each pattern needs its reason. */
  allowWide(id: string, reason: string, statement: PolicyStatementProps & { readonly resources: string[] }): Policy {
    const findings = statement.resources.map((pattern) => pattern.replaceAll(Aws.ACCOUNT_ID, '<AWS::AccountId>'))
    const policy = this.allowLater(id, statement)
    Validations.of(policy).acknowledge(
      ...findings.map((pattern) => ({ id: `AwsSolutions-IAM5[Resource::${pattern}]`, reason })),
    )
    return policy
  }

  /** An alarm of its own for one line of the log, for as long as a daily job says it. */
  raiseWhenLogged(
    id: string,
    { message, impact, runbook }: { message: string; impact: string; runbook: string },
  ): void {
    const metric = new MetricFilter(this, id, {
      logGroup: this.logs,
      ...this.metricNamed(id),
      filterPattern: FilterPattern.stringValue('$.message', '=', message),
      defaultValue: 0,
    }).metric({ statistic: 'Sum', period: Duration.days(1) })
    this.alarms.raise(this, `${id}Alarm`, { impact, runbook, metric, over: 0 })
  }

  /**
   * For one that is started by the clock: it runs too seldom to fail three times within five minutes. Lambda counts a
   * crash at the minute of its start and tells it at its end, up to a quarter of an hour later.
   */
  raiseWhenCrashed(): void {
    const metric = this.lambda.metricErrors({ period: Duration.minutes(30) })
    this.alarms.raise(this, 'Crashed', { ...this.told, metric, over: 0 })
  }

  /** For what people wait for: a start that was refused, since the account had no copy left or this function had its own. */
  raiseWhenFull(impact: string): void {
    const metric = this.lambda.metricThrottles({ period: Duration.minutes(5), statistic: 'Sum' })
    this.alarms.raise(this, 'Full', { impact, runbook: 'no-copies-left', metric, over: 0 })
  }

  /**
   * Failures are what the function logs as errors (a 500 is one) and what Lambda counts itself (time-outs, crashes). An
   * urgent line counts three times, so that one is enough.
   */
  private watch(): void {
    const errors = this.metricNamed('LoggedErrors')
    const logged = new MetricFilter(this, 'LoggedErrors', {
      logGroup: this.logs,
      ...errors,
      filterPattern: FilterPattern.stringValue('$.level', '=', 'ERROR'),
      defaultValue: 0,
    }).metric({ statistic: 'Sum', period: Duration.minutes(5) })
    new MetricFilter(this, 'UrgentErrors', {
      logGroup: this.logs,
      ...errors,
      filterPattern: FilterPattern.booleanValue(`$.${urgentMark}`, true),
      metricValue: '2',
    })
    const crashed = this.lambda.metricErrors({ period: Duration.minutes(5) })
    this.alarms.raise(this, 'Failing', {
      ...this.told,
      sumOf: { logged, crashed },
      over: 2,
    })
  }

  private metricNamed(name: string) {
    return { metricNamespace: 'Darkslide', metricName: `${this.node.path.replaceAll('/', '.')}.${name}` }
  }
}

const cfnFunction = (lambda: LambdaFunction): CfnFunction => {
  const resource = lambda.node.defaultChild
  if (!(resource instanceof CfnFunction)) throw new TypeError('A Function without its resource.')
  return resource
}
