// Calls Slipway by the code that gSOAP made of the published WSDL. Prints the observations, one a line.
// Usage: gsoap_client ENDPOINT CA USER PASSWORD_FILE
#include "JobsSoap.nsmap"
#include "soapJobsSoapProxy.h"

#include <fstream>
#include <iostream>

static const std::string NOBODYS(32, '0');

static void fault(JobsSoapProxy &jobs, int status)
{
    SOAP_ENV__Detail *detail = jobs.soap->fault ? jobs.soap->fault->detail : nullptr;
    if (status == SOAP_OK) {
        std::cout << "no fault\n";
    } else if (detail == nullptr || detail->ns1__problem == nullptr) {
        std::cout << "a fault without a problem: HTTP or SOAP " << status << "\n";
    } else {
        std::cout << "fault " << detail->ns1__problem->code << "\n";
    }
}

static void calls(JobsSoapProxy &jobs, const char *user, const std::string &password)
{
    // gSOAP forgets the credentials after each call.
    auto as_user = [&] {
        jobs.soap->userid = user;
        jobs.soap->passwd = password.c_str();
    };
    std::string hello = "hello";
    _ns1__upload file;
    file.name = "hello.txt";
    file.content.__ptr = reinterpret_cast<unsigned char *>(&hello[0]);
    file.content.__size = static_cast<int>(hello.size());
    _ns1__uploadResponse kept;
    as_user();
    if (jobs.upload(&file, kept) == SOAP_OK) {
        std::cout << "upload " << kept.sha256 << " " << kept.bytes << "\n";
    }

    _ns1__explain explain;
    explain.token = NOBODYS;
    _ns1__explainResponse explained;
    as_user();
    fault(jobs, jobs.explain(&explain, explained));

    _ns1__retry retry;
    retry.token = NOBODYS;
    _ns1__retryResponse again;
    as_user();
    fault(jobs, jobs.retry(&retry, again));

    _ns1__output output;
    output.token = NOBODYS;
    _ns1__outputResponse piece;
    as_user();
    fault(jobs, jobs.output(&output, piece));

    ns1__BlankValue desk;
    desk.name = "desk";
    desk.text = "rates";
    _ns1__templateRun run;
    run.template_ = "nobody's";
    run.set.push_back(&desk);
    _ns1__templateRunResponse started;
    as_user();
    fault(jobs, jobs.templateRun(&run, started));

    _ns1__users ask;
    _ns1__usersResponse users;
    jobs.soap->bearer = "of-a-login-that-is-over";
    fault(jobs, jobs.users(&ask, users));
}

int main(int argc, char **argv)
{
    if (argc != 5) {
        return 2;
    }
    std::string password;
    std::getline(std::ifstream(argv[4]), password);
    soap_ssl_init();
    JobsSoapProxy jobs(argv[1]);
    if (soap_ssl_client_context(jobs.soap, SOAP_SSL_DEFAULT, nullptr, nullptr, argv[2], nullptr, nullptr)) {
        jobs.soap_stream_fault(std::cerr);
        return 1;
    }
    calls(jobs, argv[3], password);
    jobs.destroy();
}
