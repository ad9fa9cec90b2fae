package dev.slipway.document.grammar;

/** Lists the structure of job documents, one kind of element per line; {@link DocumentGrammar} reads the list. */
final class GrammarTable {
    /**
     * The elements of one form: {@code @attribute} (one of ours with {@code sw:}), then the children in order. {@code
     * !} means exactly one, {@code ?} at most one, {@code *} any number. {@code ^} means exactly one by the schema,
     * whose absence has a clear meaning. {@code ...} is an extension point, {@code #text} text, and {@code #any-order}
     * children in any order.
     *
     * A leading {@code ~} marks what only people read. A leading {@code -} marks what this version cannot do, whatever
     * stands inside. A leading {@code +} marks what is in no schema but in real documents. Both {@code +} and {@code -}
     * may stand together.
     *
     * A name without a prefix has the prefix of its element. The prefix {@code report} is that of what the report adds
     * to the draft of April 2005.
     */
    static final String ROWS = """
            jsdl:JobDefinition @id @sid @sw:sid JobDescription! sweep:Sweep* ...
            jsdl:JobDescription JobIdentification? Application? Resources? DataStaging* report:PreDataStaging? \
            report:PostDataStaging? sw:Results? sw:Snapshot* sw:CheckpointFolder? ...
            jsdl:JobIdentification JobName? Description? ~JobAnnotation* JobProject* ...
            jsdl:JobName|Description|JobAnnotation|JobProject|ApplicationName|ApplicationVersion|ExclusiveExecution|\
            OperatingSystemName|OperatingSystemVersion|FileName|CreationFlag|DeleteOnTermination|HandleAsArchive|\
            StagingSchedule|URI #text
            jsdl:Application ~ApplicationName? ~ApplicationVersion? Description? posix:POSIXApplication? \
            hpcpa:HPCProfileApplication? spmd:SPMDApplication? sw:StreamApplication? report:BG_MpirunApplication? ...
            jsdl:Resources CandidateHosts? -FileSystem* ExclusiveExecution? OperatingSystem? -CPUArchitecture? \
            IndividualCPUSpeed? IndividualCPUTime? IndividualCPUCount? IndividualNetworkBandwidth? \
            IndividualPhysicalMemory? IndividualVirtualMemory? IndividualDiskSpace? TotalCPUTime? TotalCPUCount? \
            TotalPhysicalMemory? TotalVirtualMemory? TotalDiskSpace? TotalResourceCount? sw:Partition? \
            sw:Constraint? sw:Reservation? sw:QualityOfService? sw:Rerun? \
            report:StdoutFileName? report:StderrFileName? report:BG_MpirunResource? ...
            jsdl:CandidateHosts -HostName*
            jsdl:OperatingSystem OperatingSystemType? ~OperatingSystemVersion? Description? ...
            jsdl:OperatingSystemType OperatingSystemName! ...
            jsdl:TotalCPUCount|IndividualCPUSpeed|IndividualCPUTime|IndividualCPUCount|IndividualNetworkBandwidth|\
            IndividualPhysicalMemory|IndividualVirtualMemory|IndividualDiskSpace|TotalCPUTime|TotalPhysicalMemory|\
            TotalVirtualMemory|TotalDiskSpace|TotalResourceCount UpperBoundedRange? LowerBoundedRange? Exact* Range*
            jsdl:UpperBoundedRange|LowerBoundedRange|LowerBound|UpperBound @exclusiveBound #text
            jsdl:Exact @epsilon #text
            jsdl:Range LowerBound! UpperBound!
            jsdl:DataStaging @name @sw:name FileName^ -FilesystemName? CreationFlag^ DeleteOnTermination? \
            +HandleAsArchive? \
            Source? Target? +StagingSchedule? ac:Credential? sw:Ssh? sw:Contract? ...
            ac:Credential @Id wsse:UsernameToken? -wsse:BinarySecurityToken? -wsse:SecurityTokenReference? \
            -SupplementalTokens? ...
            wsse:UsernameToken Username! Password! ...
            wsse:Username #text
            wsse:Password @Type #text
            jsdl:Source URI? sw:SqlExtract? sw:Upload? sw:HttpFetch? sw:FolderCopy? sw:Inline? \
            sw:ServiceQuery? sw:SheetExtract? ...
            jsdl:Target URI? sw:SqlStore? ...
            posix:POSIXApplication @name Executable? Argument* Input? Output? Error? WorkingDirectory? Environment* \
            WallTimeLimit? -FileSizeLimit? -CoreDumpLimit? -DataSegmentLimit? -LockedMemoryLimit? MemoryLimit? \
            -OpenDescriptorsLimit? -PipeSizeLimit? -StackSizeLimit? -CPUTimeLimit? ProcessCountLimit? \
            VirtualMemoryLimit? -ThreadCountLimit? -UserName? -GroupName?
            posix:Executable|Argument|Input|Output|Error|WorkingDirectory @filesystemName #text
            posix:Environment @name @filesystemName #text
            posix:WallTimeLimit|MemoryLimit|ProcessCountLimit|VirtualMemoryLimit #text
            hpcpa:HPCProfileApplication @name Executable? Argument* Input? Output? Error? WorkingDirectory? \
            Environment* -UserName?
            hpcpa:Executable|Argument|Input|Output|Error|WorkingDirectory #text
            hpcpa:Environment @name #text
            spmd:SPMDApplication @name posix:Executable? posix:Argument* posix:Input? posix:Output? posix:Error? \
            posix:WorkingDirectory? posix:Environment* -posix:UserName? NumberOfProcesses? \
            ProcessesPerHost? ThreadsPerProcess? SPMDVariation^ posix:WallTimeLimit? posix:ProcessCountLimit? \
            posix:VirtualMemoryLimit? ...
            spmd:NumberOfProcesses @actualtotalcpucount @actualTotalCPUCount #text
            spmd:ThreadsPerProcess @actualindividualcpucount @actualIndividualCPUCount #text
            spmd:ProcessesPerHost|SPMDVariation #text
            sw:StreamApplication @name -+Network* -+Host* Kernel* Link* posix:Output? posix:Error? \
            posix:WallTimeLimit? posix:ProcessCountLimit? posix:VirtualMemoryLimit?
            sw:Kernel @name @number @program @copies @ranks @streams @with @turns @core @loss @host @hosts @network \
            Argument* Variable*
            sw:Variable @name @value
            sw:Link @from @to @kind @feedback @transport @room @network @via
            sw:Partition|Constraint|Reservation|QualityOfService|Rerun|Statement|Column|Database #text
            sw:Argument|CheckpointFolder #text
            sw:SqlExtract @source @orderGroup @compression Statement! ParameterRows?
            sw:ParameterRows @file Column*
            sw:SqlStore @source @orderGroup @always Statement! Parameter*
            sw:Parameter @column @token
            sw:Ssh @orderGroup @compression @always @match @preserve
            sw:Upload @sha256 @orderGroup @compression
            sw:Contract @minRows @maxRows @sha256 ContractColumn* Freshness?
            sw:ContractColumn @name @type @nullable
            sw:Freshness @column @within
            sw:HttpFetch @site @path @sha256 @orderGroup @compression
            sw:FolderCopy @folder @path @orderGroup @compression
            sw:Inline @encoding @orderGroup @compression #text
            sw:ServiceQuery @site @path @answer @rows @orderGroup @compression ParameterRows? Body? AnswerColumn*
            sw:Body @form @action #text
            sw:AnswerColumn @name @at @parameter
            sw:SheetExtract @workbook @sheet @range @orderGroup @compression
            sw:Results Result*
            sw:Result @name @file @role @x @y @log @panel
            sw:Snapshot @source
            sweep:Sweep Assignment* Sweep*
            sweep:Assignment DocumentNode* Parameter* sweepfunc:Values? sweepfunc:LoopInteger? \
            sweepfunc:LoopDouble? sweepfunc:Loop?
            sweep:DocumentNode NamespaceBinding* Match!
            sweep:NamespaceBinding @ns @prefix
            sweep:Match|Parameter #text
            sweepfunc:Values Value*
            sweepfunc:Value #text
            sweepfunc:LoopInteger|LoopDouble|Loop @start @end @step Exception*
            sweepfunc:Exception @value
            report:BG_MpirunApplication BG_Mpirun_Exe! BG_Mpirun_Cwd? posix:Argument* posix:Environment* \
            posix:WallTimeLimit?
            report:BG_Mpirun_Exe|BG_Mpirun_Cwd|StdoutFileName|StderrFileName|BG_Mpirun_Partition|BG_Mpirun_Np|\
            BG_Mpirun_Verbose|ArrangingOrder|Direction|RemoteHostName|RemoteUserId|RemotePassword|SourceFileName|\
            TargetFileName|ExecutionOrderGroup|SQLStatement|SQLOutputFileName|SQLInputFileName|\
            SQLOutputFileCreationFlag|SQLInputFileCompression|SQLOutputFileCompression #text
            report:BG_MpirunResource BG_Mpirun_Partition? BG_Mpirun_Np! BG_Mpirun_Verbose?
            report:PreDataStaging|PostDataStaging SCPDataStaging* SQLQueryDataStaging* #any-order
            report:SCPDataStaging ArrangingOrder? Direction? RemoteHostName! RemoteUserId? RemotePassword? \
            SourceFileName! TargetFileName!
            report:SQLQueryDataStaging sw:Database? ExecutionOrderGroup? SQLStatement! SQLOutputFileName? \
            SQLInputFileName? SQLOutputFileCreationFlag? SQLInputFileCompression? SQLOutputFileCompression?
            """;

    private GrammarTable() {}
}
