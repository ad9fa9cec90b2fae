package dev.slipway.document;

/** The structure of job documents, one element a line; {@link DocumentGrammar} reads it. */
final class GrammarTable {
    /**
     * {@code @attribute}, then its children in order. {@code !} exactly one, {@code ^} one by the schema but its absence is clear,
     * {@code ?} at most one, {@code *} any number; {@code ...} an extension point; {@code #text} text; {@code #any-order} children in any
     * order. A leading {@code ~} marks what only people read, a leading {@code -} what this version cannot do whatever stands inside,
     * a leading {@code +} what is in no schema but in real documents.
     * Names without a prefix have the element's own. The prefix {@code report} is of what the report adds to the draft of April 2005.
     */
    static final String ROWS = """
            jsdl:JobDefinition @id @sid JobDescription! sweep:Sweep* ...
            jsdl:JobDescription JobIdentification? Application? Resources? DataStaging* report:PreDataStaging? \
            report:PostDataStaging? sw:Results? ...
            jsdl:JobIdentification JobName? Description? ~JobAnnotation* ~JobProject* ...
            jsdl:JobName #text
            jsdl:Description #text
            jsdl:JobAnnotation #text
            jsdl:JobProject #text
            jsdl:Application ~ApplicationName? ~ApplicationVersion? Description? posix:POSIXApplication? \
            hpcpa:HPCProfileApplication? spmd:SPMDApplication? report:BG_MpirunApplication? ...
            jsdl:ApplicationName #text
            jsdl:ApplicationVersion #text
            jsdl:Resources CandidateHosts? -FileSystem* ExclusiveExecution? OperatingSystem? -CPUArchitecture? \
            IndividualCPUSpeed? IndividualCPUTime? IndividualCPUCount? IndividualNetworkBandwidth? \
            IndividualPhysicalMemory? IndividualVirtualMemory? IndividualDiskSpace? TotalCPUTime? TotalCPUCount? \
            TotalPhysicalMemory? TotalVirtualMemory? TotalDiskSpace? TotalResourceCount? sw:Partition? \
            report:StdoutFileName? report:StderrFileName? report:BG_MpirunResource? ...
            jsdl:CandidateHosts -HostName*
            jsdl:ExclusiveExecution #text
            jsdl:OperatingSystem OperatingSystemType? ~OperatingSystemVersion? Description? ...
            jsdl:OperatingSystemType OperatingSystemName! ...
            jsdl:OperatingSystemName #text
            jsdl:OperatingSystemVersion #text
            jsdl:TotalCPUCount UpperBoundedRange? LowerBoundedRange? Exact* Range*
            jsdl:IndividualCPUSpeed UpperBoundedRange? LowerBoundedRange? Exact* Range*
            jsdl:IndividualCPUTime UpperBoundedRange? LowerBoundedRange? Exact* Range*
            jsdl:IndividualCPUCount UpperBoundedRange? LowerBoundedRange? Exact* Range*
            jsdl:IndividualNetworkBandwidth UpperBoundedRange? LowerBoundedRange? Exact* Range*
            jsdl:IndividualPhysicalMemory UpperBoundedRange? LowerBoundedRange? Exact* Range*
            jsdl:IndividualVirtualMemory UpperBoundedRange? LowerBoundedRange? Exact* Range*
            jsdl:IndividualDiskSpace UpperBoundedRange? LowerBoundedRange? Exact* Range*
            jsdl:TotalCPUTime UpperBoundedRange? LowerBoundedRange? Exact* Range*
            jsdl:TotalPhysicalMemory UpperBoundedRange? LowerBoundedRange? Exact* Range*
            jsdl:TotalVirtualMemory UpperBoundedRange? LowerBoundedRange? Exact* Range*
            jsdl:TotalDiskSpace UpperBoundedRange? LowerBoundedRange? Exact* Range*
            jsdl:TotalResourceCount UpperBoundedRange? LowerBoundedRange? Exact* Range*
            jsdl:UpperBoundedRange @exclusiveBound #text
            jsdl:LowerBoundedRange @exclusiveBound #text
            jsdl:Exact @epsilon #text
            jsdl:Range LowerBound! UpperBound!
            jsdl:LowerBound @exclusiveBound #text
            jsdl:UpperBound @exclusiveBound #text
            jsdl:DataStaging @name FileName^ -FilesystemName? CreationFlag^ DeleteOnTermination? +HandleAsArchive? \
            Source? Target? +StagingSchedule? -ac:Credential* sw:Ssh? ...
            jsdl:FileName #text
            jsdl:CreationFlag #text
            jsdl:DeleteOnTermination #text
            jsdl:HandleAsArchive #text
            jsdl:StagingSchedule #text
            jsdl:Source URI? sw:SqlExtract? ...
            jsdl:Target URI? sw:SqlStore? ...
            jsdl:URI #text
            posix:POSIXApplication @name Executable? Argument* Input? Output? Error? WorkingDirectory? Environment* \
            WallTimeLimit? -FileSizeLimit? -CoreDumpLimit? -DataSegmentLimit? -LockedMemoryLimit? -MemoryLimit? \
            -OpenDescriptorsLimit? -PipeSizeLimit? -StackSizeLimit? -CPUTimeLimit? -ProcessCountLimit? \
            -VirtualMemoryLimit? -ThreadCountLimit? -UserName? -GroupName?
            posix:Executable @filesystemName #text
            posix:Argument @filesystemName #text
            posix:Input @filesystemName #text
            posix:Output @filesystemName #text
            posix:Error @filesystemName #text
            posix:WorkingDirectory @filesystemName #text
            posix:Environment @name @filesystemName #text
            posix:WallTimeLimit #text
            hpcpa:HPCProfileApplication @name Executable? Argument* Input? Output? Error? WorkingDirectory? \
            Environment* -UserName?
            hpcpa:Executable #text
            hpcpa:Argument #text
            hpcpa:Input #text
            hpcpa:Output #text
            hpcpa:Error #text
            hpcpa:WorkingDirectory #text
            hpcpa:Environment @name #text
            spmd:SPMDApplication @name posix:Executable? posix:Argument* posix:Input? posix:Output? posix:Error? \
            posix:WorkingDirectory? posix:Environment* posix:WallTimeLimit? -posix:UserName? NumberOfProcesses? \
            -ProcessesPerHost? ThreadsPerProcess? SPMDVariation^ ...
            spmd:NumberOfProcesses @actualtotalcpucount @actualTotalCPUCount #text
            spmd:ThreadsPerProcess @actualindividualcpucount @actualIndividualCPUCount #text
            spmd:SPMDVariation #text
            sw:Partition #text
            sw:SqlExtract @source @orderGroup @compression Statement! ParameterRows?
            sw:Statement #text
            sw:ParameterRows @file Column*
            sw:Column #text
            sw:SqlStore @source @orderGroup @always Statement! Parameter*
            sw:Parameter @column @token
            sw:Ssh @orderGroup @compression @always
            sw:Results Result*
            sw:Result @name @file @role
            sweep:Sweep Assignment* Sweep*
            sweep:Assignment DocumentNode* Parameter* sweepfunc:Values? sweepfunc:LoopInteger? \
            sweepfunc:LoopDouble? sweepfunc:Loop?
            sweep:DocumentNode NamespaceBinding* Match!
            sweep:NamespaceBinding @ns @prefix
            sweep:Match #text
            sweep:Parameter #text
            sweepfunc:Values Value*
            sweepfunc:Value #text
            sweepfunc:LoopInteger @start @end @step Exception*
            sweepfunc:LoopDouble @start @end @step Exception*
            sweepfunc:Loop @start @end @step Exception*
            sweepfunc:Exception @value
            report:BG_MpirunApplication BG_Mpirun_Exe! BG_Mpirun_Cwd? posix:Argument* posix:Environment* \
            posix:WallTimeLimit?
            report:BG_Mpirun_Exe #text
            report:BG_Mpirun_Cwd #text
            report:StdoutFileName #text
            report:StderrFileName #text
            report:BG_MpirunResource BG_Mpirun_Partition? BG_Mpirun_Np! BG_Mpirun_Verbose?
            report:BG_Mpirun_Partition #text
            report:BG_Mpirun_Np #text
            report:BG_Mpirun_Verbose #text
            report:PreDataStaging SCPDataStaging* SQLQueryDataStaging* #any-order
            report:PostDataStaging SCPDataStaging* SQLQueryDataStaging* #any-order
            report:SCPDataStaging ArrangingOrder? Direction? RemoteHostName! -RemoteUserId? -RemotePassword? \
            SourceFileName! TargetFileName!
            report:ArrangingOrder #text
            report:Direction #text
            report:RemoteHostName #text
            report:SourceFileName #text
            report:TargetFileName #text
            report:SQLQueryDataStaging sw:Database? ExecutionOrderGroup? SQLStatement! SQLOutputFileName? \
            SQLInputFileName? SQLOutputFileCreationFlag? SQLInputFileCompression? SQLOutputFileCompression?
            report:ExecutionOrderGroup #text
            sw:Database #text
            report:SQLStatement #text
            report:SQLOutputFileName #text
            report:SQLInputFileName #text
            report:SQLOutputFileCreationFlag #text
            report:SQLInputFileCompression #text
            report:SQLOutputFileCompression #text
            """;

    private GrammarTable() {}
}
