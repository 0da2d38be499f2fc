@echo off
rem heapsight on Windows: analyze and compare, on the Java 25 or newer of HEAPSIGHT_JDK, JAVA_HOME or the PATH.
setlocal
set "JAVA=java"
if defined JAVA_HOME set "JAVA=%JAVA_HOME%\bin\java"
if defined HEAPSIGHT_JDK set "JAVA=%HEAPSIGHT_JDK%\bin\java"
rem Java before 25 does not know this flag of 25, and fails.
"%JAVA%" -XX:+UseCompactObjectHeaders -version >nul 2>&1
if errorlevel 1 (
    echo heapsight: no Java 25 or newer in HEAPSIGHT_JDK, JAVA_HOME or the PATH. Install one, or set JAVA_HOME to its folder. 1>&2
    exit /b 1
)
set "HEAP=-Xmx256m"
if "%~1"=="analyze" set "HEAP=-Xmx64m -XX:ReservedCodeCacheSize=32m"
"%JAVA%" --enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow -XX:+UseSerialGC -XX:-UsePerfData %HEAP% -jar "%~dp0..\app\heapsight.jar" %*
exit /b %ERRORLEVEL%
